/**
 * The formats that nobody needs. What is not read cannot be attacked by a picture that claims to be of another format. They are
 * named one by one, because the list is that of the whole process: a moment in which all were blocked would fail other threads.
 */
const unused = (
  'SvgFile GifFile GifBuffer Tiff Ppm Vips Csv Matrix Analyze Raw Magick Pdf Rad Fits Mat Openexr Nifti Jxl Jp2k Uhdr ' +
  'Dcraw Openslide'
)
  .split(' ')
  .map((name) => `VipsForeignLoad${name}`)

/** Loads the library of pictures, which keeps nothing and takes one processor. */
export async function openSharp(): Promise<typeof import('sharp')['default']> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: unused })
  return sharp
}
