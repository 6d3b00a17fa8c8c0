"""Whether every rule of asp/ is used by some test, and stopped by one."""
