import { join } from 'node:path'
import type { build as ViteBuild } from 'vite'
import { outputFolder } from './paths.ts'

/**
 * Builds the workspace: the types of its operations, and the application, compressed. `--watch` builds again at each change. An install
 * without development packages keeps what was built before it, as a package or an image has it.
 */
async function main(watches: boolean): Promise<void> {
  let build: typeof ViteBuild
  try {
    ;({ build } = await import('vite'))
  } catch {
    console.error('The workspace is not built: this is an install without development packages.')
    return
  }
  const { writeTypes } = await import('./types.ts')
  const { viteConfig } = await import('./vite-config.ts')
  await writeTypes()
  await build({ ...viteConfig(), ...(watches && { build: { ...viteConfig().build, watch: {} } }) })
  if (watches) return
  const { compressFiles } = await import('./compress.ts')
  await compressFiles(join(outputFolder, 'assets'))
}

await main(process.argv.includes('--watch'))
