/**
 * The folders of `src`, each of which imports only from those above it. What the first of them hold could stand on its own:
 * `base`, `formats` and `request` know nothing of what stores or shows them.
 */
export const rooms = [
  'base',
  'metrics',
  'caches',
  'workers',
  'admission',
  'letters',
  'icons',
  'diagrams',
  'pictures',
  'formats',
  'database',
  'http',
  'access',
  'rate-limits',
  'audit',
  'request',
  'idempotency',
  'renderer',
  'graphql',
  'rest',
  'modules',
  'sites',
  'server',
  'cli',
] as const
