/** A metric of indices by the name that the calls take: answers, and some clients, say `merges`. */
export function indexMetricOf(name: string): string {
  return name === 'merges' ? 'merge' : name;
}
