/**
 * The folders of `src`, each of which imports only from those above it. What the first of them hold could stand on its own:
 * `base`, `formats`, `request` and `graph` know nothing of organizations, spaces or pages.
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
  'graph',
  'graphql',
  'rest',
  'modules',
  'sites',
  'server',
  'cli',
] as const
