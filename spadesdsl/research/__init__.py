"""Games as environments for learning programs: numbered actions, observations as numbers, PettingZoo, OpenSpiel."""
