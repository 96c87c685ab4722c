/** Matches an image with a size in the form of Outline, `"title =300x200"`, or of Azure DevOps, `=300x`. */
const sizedImage =
  /!\[([^\]\n]{0,1000})\]\(([^()\s]{1,2000})[ \t]+(?:"([^"\n]{0,500})"|=(\d{1,5})x(\d{0,5}))\)/g

/** Writes images with a size as HTML, which the page format reads. */
export const sizedImages = (line: string): string =>
  line.includes('![') && /=\d/.test(line) ? line.replace(sizedImage, imageOf) : line

function imageOf(
  whole: string,
  alt: string,
  url: string,
  title: string | undefined,
  ownWidth: string | undefined,
  ownHeight: string | undefined,
): string {
  const [, width = ownWidth, height = ownHeight] = /^\s*=(\d{1,5})x(\d{0,5})$/.exec(title ?? '') ?? []
  if (width === undefined) return whole
  const size = ` width="${width}"${height ? ` height="${height}"` : ''}`
  const text = alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<img src="${url}" alt="${text}"${size}>`
}
