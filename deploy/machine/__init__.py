"""What deploy/check_machine.py is made of: the machine in QEMU, its fingers and pictures, and the checks."""
