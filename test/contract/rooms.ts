/**
 * The folders of `src`, each of which imports only from those above it. `graph` is a library, which knows nothing of Lectern but `base`.
 * `formats` has of the database no more than the types of its rows, and of requests nothing.
 */
export const rooms = [
  'base',
  'graph',
  'metrics',
  'caches',
  'workers',
  'admission',
  'letters',
  'languages',
  'icons',
  'diagrams',
  'pictures',
  'formats',
  'database',
  'http',
  'mails',
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
  'sign-in',
  'server',
  'cli',
] as const
