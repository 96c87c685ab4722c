import { modules } from './modules.ts'

/** Sets the listeners of all events of the domain, in the order of the modules, for this process. Idempotent. */
export function registerListeners(): void {
  const subscriptions = modules.flatMap(({ listeners = [] }) => listeners)
  for (const [event, ofEvent] of Map.groupBy(subscriptions, ({ event }) => event))
    event.setListeners(ofEvent.map(({ listener }) => listener))
}
