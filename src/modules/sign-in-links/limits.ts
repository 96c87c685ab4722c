/** The number of minutes in which a link that was mailed must be used. */
export const mailedLinkMinutes = 15

/** The number of minutes in which a link that the server printed must be used. */
export const printedLinkMinutes = 10

/** The links that a mailbox gets at most as long as one of them works. */
export const maximumMailedLinks = 5
