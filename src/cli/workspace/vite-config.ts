import { join } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import type { InlineConfig, Plugin } from 'vite'
import { countingOnce } from './counted-once.ts'
import { icons } from './icons.ts'
import { fragmentsOf, readDocuments, withTexts } from './operations.ts'
import { outputFolder, sources } from './paths.ts'
import { texts } from './texts.ts'

/** The languages that the workspace has texts in, as React Aria names its own. */
const locales = ['en-US']

/** Puts the documents of the sources where they are used, as texts. */
function operations(): Plugin {
  let fragments: ReturnType<typeof fragmentsOf>
  return {
    name: 'workspace-operations',
    enforce: 'pre',
    buildStart() {
      fragments = fragmentsOf(readDocuments())
    },
    transform: (code, id) => (/\/workspace\/.*\.tsx?$/.test(id) ? withTexts(code, fragments) : undefined),
  }
}

/** Returns how the application is built. Addresses of files are relative, so that it works below any path. */
export const viteConfig = (): InlineConfig => ({
  root: sources,
  base: './',
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    operations(),
    texts(),
    icons(),
    countingOnce(),
    { ...optimizeLocales.vite({ locales }), enforce: 'pre' },
  ],
  build: {
    target: 'es2023',

    outDir: outputFolder,
    emptyOutDir: true,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    // Addresses in data: would need a source in the policy for each kind of file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: join(sources, 'app/main.tsx'),
      output: {
        // What every screen begins with, in two files: many small ones compress to a tenth more. Libraries change less often.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
  },
})
