import { ActivityPanel } from './activity-panel.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { LargestPanel } from './largest-panel.tsx';
import { NodesPanel } from './nodes-panel.tsx';
import styles from './overview-screen.module.css';

/** Is it well, and if not, why; how much there is; what it does now. */
export function OverviewScreen() {
  return (
    <div className={styles.screen}>
      <HealthPanel />
      <FiguresPanel />
      <ActivityPanel />
      <div className={styles.pair}>
        <LargestPanel />
        <NodesPanel />
      </div>
    </div>
  );
}
