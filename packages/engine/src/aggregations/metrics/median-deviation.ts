import { quantileOf } from './digest-figures.ts';
import { type DigestState, meanOf, TDigest } from './t-digest.ts';

/** The sketch of all values, and the median of how far they are from their median; NaN where there are none. */
export interface MedianDeviation {
  readonly sketch: DigestState;
  readonly value: number;
}

/** In the steps of OpenSearch's InternalMedianAbsoluteDeviation: the median first, then the digest is compressed. */
export function medianDeviation(digest: TDigest, compression: number): MedianDeviation {
  const median = quantileOf(digest.uncompressed(), 0.5);
  const sketch = digest.compressed();
  const deviations = new TDigest(compression);
  for (let i = 0; i < sketch.means.length; i++)
    deviations.addTimes(Math.abs(median - meanOf(sketch, i)), sketch.weights[i]!);
  return { sketch, value: quantileOf(deviations.uncompressed(), 0.5) };
}
