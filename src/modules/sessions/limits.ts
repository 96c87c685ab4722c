/** The maximum number of sessions of a user by one method of signing in. A further sign-in ends the oldest. */
export const maximumSessions = 20

/** The characters of a program that is no known browser. */
export const maximumDeviceLength = 100
