"""Teaching: walk-throughs, explanations, experiments, exercises, grading and a quiz."""
