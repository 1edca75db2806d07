/** Takes what is wrong, one sentence each. */
export type Report = (problem: string) => void;

/** `count + 1` ascending offsets from 0 to `end`. */
export function checkOffsets(
  what: string,
  offsets: Uint32Array,
  count: number,
  end: number,
  report: Report,
): void {
  if (offsets.length !== count + 1 || offsets[0] !== 0 || offsets[count] !== end) {
    report(`the offsets of ${what} do not span their values`);
    return;
  }
  for (let i = 0; i < count; i++) {
    if (offsets[i]! > offsets[i + 1]!) {
      report(`the offsets of ${what} fall at ${i}`);
      return;
    }
  }
}
