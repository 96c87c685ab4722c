import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The smallest PNG: one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const repository: Readonly<Record<string, string | Buffer>> = {
  'SUMMARY.md':
    '# Table of contents\n\n* [Start](README.md)\n  * [Below](below.md)\n\n## Guides\n\n* [Guide](guide.md)\n',
  'README.md': '# Start\n\nSee [the guide](guide.md#second) and ![a pixel](pixel.png).\n',
  'below.md': '# Below\n\nThis goes [elsewhere](https://example.com/).\n',
  'guide.md': '# Guide\n\nFirst.\n\n## Second\n\nThe rocket is in [the start](README.md).\n\nThird.\n',
  'pixel.png': pixel,
}

/** A documentation repository as a zip. */
export async function zippedRepository(): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(repository)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}
