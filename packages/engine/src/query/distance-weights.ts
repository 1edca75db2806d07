import { distanceFrom } from '../mapping/geo/earth.ts';
import { type GeoPoint, latOf, latStepsOf, lonOf, lonStepsOf } from '../mapping/geo/geo-encoding.ts';
import { javaDouble, javaFloat } from '../mapping/java-text.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { counted, type Explanation, matched, matchedDouble, scoreAt, unmatched } from './explanation.ts';
import { FeatureScorer } from './feature-scorer.ts';
import { DocumentValues } from './functions/document-values.ts';
import type { Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';

/** Where distances are measured from, and the one at which a document scores half of the boost. */
interface DistanceUse<Origin> {
  readonly field: string;
  readonly origin: Origin;
  readonly pivot: number;
  readonly boost: number;
}

/** The place of the value of a document that is nearest, and how far it is; -1: it has none. */
interface Nearest {
  place: number;
  distance: number;
}

/** Sets `nearest` for a document. Asked in ascending order. */
type FindNearest = (doc: number, nearest: Nearest) => void;

/** `boost * pivot / (pivot + distance)` of the nearest value, as Lucene's distance feature queries have it. */
abstract class DistanceWeight<Origin> extends SegmentWeight {
  protected readonly use: DistanceUse<Origin>;

  constructor(context: QueryContext, use: DistanceUse<Origin>) {
    super(context);
    this.use = use;
  }

  override get isGradual(): boolean {
    return true;
  }

  /** null where no document of the segment has a value. */
  protected abstract finder(segment: SegmentReader): FindNearest | null;

  protected abstract docCount(segment: SegmentReader): number;

  protected abstract name(): string;

  /** What of the document decides, as explanations show it. */
  protected abstract details(segment: SegmentReader, nearest: Nearest): readonly Explanation[];

  protected abstract readonly formula: string;

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const find = this.finder(reader);
    if (find === null) return null;
    const { pivot } = this.use;
    const boost = this.needsScores ? this.use.boost : 0;
    const nearest: Nearest = { place: -1, distance: 0 };
    const score = (doc: number): number => {
      find(doc, nearest);
      return nearest.place < 0 ? Number.NaN : boost * (pivot / (pivot + nearest.distance));
    };
    const { maxDoc } = reader;
    return new FeatureScorer(score, {
      maxDoc,
      docCount: this.docCount(reader),
      maxScore: boost,
      budget: this.budget,
    });
  }

  text(): string {
    const { boost } = this.use;
    return boost === 1 ? this.name() : `(${this.name()})^${javaFloat(boost)}`;
  }

  explain(segment: number, doc: number): Explanation {
    const reader = this.segment(segment);
    const nearest: Nearest = { place: -1, distance: 0 };
    this.finder(reader)?.(doc, nearest);
    if (nearest.place < 0) {
      return unmatched(`Document ${doc} doesn't have a value for field ${this.use.field}`);
    }
    const what = `Distance score, computed as weight * pivotDistance / (pivotDistance + ${this.formula}) from:`;
    const details = [matched(this.use.boost, 'weight'), ...this.details(reader, nearest)];
    return matched(scoreAt(this.scorer(segment), doc), what, details);
  }
}

/** By numbers, in their own unit. */
export class NumberDistanceWeight extends DistanceWeight<number> {
  protected readonly formula = 'abs(value - origin)';

  protected override finder(segment: SegmentReader): FindNearest | null {
    const column = segment.numeric(this.use.field);
    if (column === null) return null;
    const values = new DocumentValues(column);
    const { origin } = this.use;
    return (doc, nearest) => {
      values.seek(doc);
      nearest.place = -1;
      for (let place = values.from; place < values.to; place++) {
        const distance = Math.abs(values.at(place) - origin);
        if (nearest.place >= 0 && distance >= nearest.distance) continue;
        nearest.place = place;
        nearest.distance = distance;
      }
    };
  }

  protected override docCount(segment: SegmentReader): number {
    return segment.numeric(this.use.field)?.docCount ?? 0;
  }

  protected override name(): string {
    const { origin, pivot } = this.use;
    return `LongDistanceFeatureQuery(field=,origin=${origin},pivotDistance=${pivot})`;
  }

  protected override details(segment: SegmentReader, { place }: Nearest): Explanation[] {
    const { field, origin, pivot } = this.use;
    const value = new DocumentValues(segment.numeric(field)).at(place);
    return [counted(pivot, 'pivotDistance'), counted(origin, 'origin'), counted(value, 'current value')];
  }
}

/** By points, in metres. */
export class PointDistanceWeight extends DistanceWeight<GeoPoint> {
  protected readonly formula = 'abs(distance)';

  protected override finder(segment: SegmentReader): FindNearest | null {
    const terms = segment.terms(this.use.field);
    const ordinals = segment.ordinals(this.use.field);
    if (terms === null || ordinals === null) return null;
    const values = new DocumentValues({ ...ordinals, base: 0 });
    const metres = distanceFrom(this.use.origin);
    const { bytes, offsets } = terms;
    return (doc, nearest) => {
      values.seek(doc);
      nearest.place = -1;
      for (let place = values.from; place < values.to; place++) {
        const at = offsets[values.at(place)]!;
        const distance = metres(latOf(latStepsOf(bytes, at)), lonOf(lonStepsOf(bytes, at)));
        if (nearest.place >= 0 && distance >= nearest.distance) continue;
        nearest.place = place;
        nearest.distance = distance;
      }
    };
  }

  protected override docCount(segment: SegmentReader): number {
    return segment.ordinals(this.use.field)?.docCount ?? 0;
  }

  protected override name(): string {
    const { origin, pivot } = this.use;
    const from = `originLat=${javaDouble(origin.lat)},originLon=${javaDouble(origin.lon)}`;
    return `LatLonPointDistanceFeatureQuery(field=,${from},pivotDistance=${javaDouble(pivot)})`;
  }

  protected override details(segment: SegmentReader, { place, distance }: Nearest): Explanation[] {
    const { field, origin, pivot } = this.use;
    const ordinal = segment.ordinals(field)!.data[place]!;
    const term = segment.terms(field)!.term(ordinal);
    const shown = (value: number, what: string): Explanation => matchedDouble(value, what, []);
    return [
      shown(pivot, 'pivotDistance'),
      shown(origin.lat, 'originLat'),
      shown(origin.lon, 'originLon'),
      shown(latOf(latStepsOf(term)), 'current lat'),
      shown(lonOf(lonStepsOf(term)), 'current lon'),
      shown(distance, 'distance'),
    ];
  }
}
