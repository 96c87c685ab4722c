/** Returns a stylesheet without comments and without the spaces that only people need. */
export const minifyStyles = (styles: string): string =>
  styles
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim()

/**
 * Returns a script without indentation, empty lines and lines of comments. The names stay: compressed, they take little. A
 * template literal that spans lines would lose its indentation.
 */
export const minifyScript = (script: string): string =>
  script
    .replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')
