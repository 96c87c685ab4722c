import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Writes the compressed forms of texts beside them, as no request has the time to compress that well. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const content = await readFile(path)
      for (const [ending, compress] of Object.entries(compressors))
        await writeFile(`${path}.${ending}`, await compress(content))
    }),
  )
}
