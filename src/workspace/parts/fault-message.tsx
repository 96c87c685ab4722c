import type { Fault } from '../app/faults.ts'
import styles from './dialog.module.css'

/** Says why something was not accepted. */
export const FaultMessage = ({ fault }: { readonly fault: Fault | undefined }) =>
  fault && (
    <div role="alert" className={styles.fault}>
      {fault.message}
    </div>
  )
