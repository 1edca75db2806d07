import styles from './sparkline.module.css';

export interface SparklineProps {
  /** Oldest first; absent where nothing was measured. */
  readonly values: readonly (number | undefined)[];
  readonly label: string;
  /** Places on the axis, so that the line grows from the right. */
  readonly places: number;
}

const width = 240;
const height = 40;

/** The course of one figure, without axes: the newest at the right, the highest at the top. */
export function Sparkline({ values, label, places }: SparklineProps) {
  const highest = Math.max(...values.map((value) => value ?? 0), 1e-9);
  const shown = values.slice(-places);
  const x = (place: number) => width - ((shown.length - 1 - place) * width) / (places - 1);
  const y = (value: number) => height - 1 - (value / highest) * (height - 4);
  const points = shown.flatMap((value, place) =>
    value === undefined ? [] : [`${x(place).toFixed(1)},${y(value).toFixed(1)}`],
  );
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
      <title>{label}</title>
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
      {points.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  );
}
