"""Training: settings, environments, warm start, schedules, self-play, profile. `scripts/train_ppo.py` joins them."""
