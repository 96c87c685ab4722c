import { deflateSync } from 'node:zlib'
import { page as newPage, type ReadableSite, write } from '../modules/published-sites/published-site.ts'

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] as number) ^ (crc >>> 8)
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
  return chunk
}

/** Returns a picture with a gradient from a color, as PNG. */
function picture(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): string {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = (x / width + y / height) / 2
      rows.set(
        [red, green, blue].map((part) => Math.round(part + (255 - part) * share)),
        y * (1 + width * 3) + 1 + x * 3,
      )
    }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  const parts = [
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]).toString('base64')
}

const file = (name: string, base64: string, contentType = 'image/png') => ({
  name,
  base64,
  contentType,
  ref: name.replace(/\.\w+$/, ''),
})

/** Returns a tone of half a second, as WAV. */
function tone(): string {
  const rate = 8000
  const samples = Buffer.alloc(rate / 2)
  for (let index = 0; index < samples.length; index++)
    samples[index] = 128 + Math.round(40 * Math.sin((2 * Math.PI * 440 * index) / rate))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples]).toString('base64')
}

const longCode = Array.from({ length: 30 }, (_, index) => `step_${index + 1}: done`).join('\n')

interface Targets {
  readonly secondPage: string
  /** The ids of files, by name. */
  readonly files: Readonly<Record<string, string>>
}

const markdown = ({
  secondPage,
  files,
}: Targets) => `A paragraph with **bold**, *italic*, ~~struck~~, \`inline code\`, [a link](https://example.com/), [\`a linked name\`](https://example.com/name), ${['red', 'green', 'blue', 'orange', 'yellow', 'purple'].map((color) => `<mark style="color:${color};">${color}</mark>`).join(', ')}, <mark style="background-color:yellow;">marked</mark> and an emoji :tada:. Press <kbd>Ctrl</kbd> to see $a^2 + b^2 = c^2$.

## Code

{% code title="server.json" lineNumbers="true" %}
\`\`\`json
{
  "name": "lectern",
  "ports": [4000, 4001],
  "secure": true
}
\`\`\`
{% endcode %}

<pre class="language-sh"><code># Install and start
<strong>npm install --omit=dev
</strong>npm start -- --port 4000
</code></pre>

{% code overflow="wrap" %}
\`\`\`
A very long line of code without a language, which is wrapped instead of being scrolled, because its writer asked for it with an attribute of the block.
\`\`\`
{% endcode %}

{% code title="Long" expandable="true" %}
\`\`\`yaml
${longCode}
\`\`\`
{% endcode %}

\`\`\`mermaid
graph TD; A[Start] --> B{Choice}; B --> C[End];
\`\`\`

## Hints

{% hint style="info" %}
Something to **know**, with \`code\` and [a link](https://example.com/).
{% endhint %}

{% hint style="success" %}
It worked.
{% endhint %}

{% hint style="warning" %}
Mind the gap.

\`\`\`sh
rm -r build
\`\`\`
{% endhint %}

{% hint style="danger" %}
Take care.
{% endhint %}

> A quote of someone.

## Tabs

{% tabs %}
{% tab title="npm" %}
### Install with npm

\`\`\`sh
npm install lectern
\`\`\`
{% endtab %}
{% tab title="yarn" %}
### Install with yarn

Run it **yourself**.
{% endtab %}
{% tab title="pnpm" %}
The third.
{% endtab %}
{% endtabs %}

{% tabs %}
{% tab title="npm" %}
Start with npm.
{% endtab %}
{% tab title="yarn" %}
Start with yarn.
{% endtab %}
{% endtabs %}

<details><summary>More of it</summary>

Inside the expandable.

</details>

## Steps

{% stepper %}
{% step %}
### First
Do this.
{% endstep %}
{% step %}
### Second
Do that.
{% endstep %}
{% step %}
### Third
And rest.
{% endstep %}
{% endstepper %}

## Tables

| Name | Description | Value |
| --- | :---: | ---: |
| One | In the **middle** | 1 |
| Two | [Linked](https://example.com/) | 22 |

<table><thead><tr><th width="120">Feature</th><th data-type="checkbox">Ready</th><th data-type="rating" data-max="5">Stars</th><th data-type="select" data-multiple>Kinds</th></tr></thead><tbody><tr><td>Search</td><td>true</td><td>4</td><td><span data-option="a">Fast</span></td></tr></tbody></table>

## Cards

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-cover data-type="files"></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Quick start</strong></td><td>Up in a minute.</td><td><a href="/files/${files['cover.png']}">cover</a></td><td><a href="/pages/${secondPage}">second</a></td></tr><tr><td><strong>Reference</strong></td><td>Everything else.</td><td></td><td><a href="https://example.com/reference">reference</a></td></tr><tr><td><strong>No link</strong></td><td>Only words.</td><td></td><td></td></tr></tbody></table>

{% content-ref url="/pages/${secondPage}" %}
[second](/pages/${secondPage})
{% endcontent-ref %}

{% file src="/files/${files['notes.txt']}" %}

{% file src="/files/${files['tone.wav']}" %}

A claim with a note[^1].

[^1]: And its [proof](https://example.com/).

{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}

{% embed url="https://example.com/some/article" %}

## Columns

{% columns %}
{% column width="33%" %}
The narrow one.
{% endcolumn %}
{% column width="67%" %}
The wide one, with more words that take more room than those of the other.
{% endcolumn %}
{% endcolumns %}

## Images

<figure><picture><source srcset="/files/${files['dark.png']}" media="(prefers-color-scheme: dark)"><img src="/files/${files['light.png']}" alt="A wide gradient"></picture><figcaption><p>With a caption and a dark variant</p></figcaption></figure>

<figure><img src="/files/${files['cover.png']}" alt="Small" width="200"><figcaption></figcaption></figure>

A picture <img src="/files/${files['cover.png']}" alt="As high as its line" data-size="line"> in a line.

## Updates

{% updates format="full" %}
{% update date="2026-03-01" tags="new" %}
### Version 2

It has **more**.
{% endupdate %}
{% update date="2026-02-01" %}
### Version 1

It began.
{% endupdate %}
{% endupdates %}

{% prompt description="Explain the page" %}
\`\`\`
Explain this page to a beginner.
\`\`\`
{% endprompt %}

## Lists

1. One
2. Two
   - Nested
   - Twice
3. Three

- [ ] still open
- [x] already done

***

$$
\\int_0^1 x^2\\,dx = \\frac{1}{3}
$$

{% openapi-operation spec="shop" path="/pets" method="get" %}
[OpenAPI shop](https://example.com/)
{% endopenapi-operation %}

**DELETE** \`/organizations/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization\`

<a href="https://example.com/start" class="button primary">Get started</a> <a href="https://example.com/more" class="button secondary">More</a>
`

/** Inserts a page with every kind of block, and one that it links to. */
export async function writeEveryBlock(site: ReadableSite, title = 'Every block'): Promise<void> {
  const { changes, insertedFiles } = await write(
    site,
    site.guide.spaceId,
    newPage('Second page', 'The second page.'),
    {
      operation: 'insert_files',
      files: [
        file('light.png', picture(1600, 500, [64, 128, 255])),
        file('dark.png', picture(1600, 500, [10, 20, 90])),
        file('cover.png', picture(400, 240, [255, 140, 60])),
        file('tone.wav', tone(), 'audio/wav'),
        file('notes.txt', Buffer.from('Notes').toString('base64'), 'text/plain'),
      ],
    },
  )
  const files = Object.fromEntries(
    insertedFiles.map(({ name, id }: { name: string; id: string }) => [name, id]),
  )
  await write(
    site,
    site.guide.spaceId,
    newPage(title, markdown({ secondPage: changes[0].page.id, files }), {
      description: 'A page with every kind of block',
      slug: 'every-block',
      emoji: '1f9f1',
    }),
  )
}
