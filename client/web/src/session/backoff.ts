const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** How long to wait before trying again: longer each time, and never in step with others. */
export class Backoff {
  private step = FIRST_MS;

  next(): number {
    const wait = this.step * (0.5 + Math.random() / 2);
    this.step = Math.min(2 * this.step, LONGEST_MS);
    return wait;
  }

  reset(): void {
    this.step = FIRST_MS;
  }
}
