/** Maximum pictures that a site may have, shown or not. */
export const maximumSiteImages = 200
