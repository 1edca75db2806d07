const units: readonly (readonly [size: number, suffix: string])[] = [
  [1024 ** 5, 'pb'],
  [1024 ** 4, 'tb'],
  [1024 ** 3, 'gb'],
  [1024 ** 2, 'mb'],
  [1024, 'kb'],
];

/** `208b`, `5.2kb`, `78gb`: one decimal, cut and not rounded, as OpenSearch shows sizes. */
export function bytesText(bytes: number): string {
  const unit = units.find(([size]) => bytes >= size);
  if (unit === undefined) return `${bytes}b`;
  const [size, suffix] = unit;
  return `${Math.floor((bytes / size) * 10 + 1e-9) / 10}${suffix}`;
}
