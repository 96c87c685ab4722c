// UTF-8 as a string whose characters are its bytes, which Node.js calls `latin1`: V8 keeps and sends it as it is.

/** Returns the text of bytes. */
export const textOfBytes = (bytes: string): string =>
  /[\u0080-\u00ff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes

/** Returns the bytes of a text. */
export const bytesOfText = (text: string): string =>
  /[\u0080-\uffff]/.test(text) ? Buffer.from(text).toString('latin1') : text
