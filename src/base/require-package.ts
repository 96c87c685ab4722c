import { createRequire } from 'node:module'

/**
 * Loads a package on first use, in functions that cannot wait for an import. For packages that no start needs: each
 * would make it longer, and remain in memory. Only for packages that have CommonJS code: `require` throws for an
 * ECMAScript module that an `import` is just loading.
 */
export const requirePackage = createRequire(import.meta.url)
