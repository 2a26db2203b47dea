// Writes depth only.

void main() {}
