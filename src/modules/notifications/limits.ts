/** Maximum users whom one event tells by mail. Whoever is mentioned or took part beyond them finds it in the workspace. */
export const maximumRecipients = 50

/** Maximum lines of one mail. It says how many more there are. */
export const maximumLines = 30

/** Maximum things that are read for one mail. Further ones are left for the next. */
export const maximumRead = 200

/** The days after which something is old news that could not be sent. */
export const maximumDays = 3

/** The mailboxes to which a process sends at once. */
export const concurrentMails = 8

/** The time after which another process may send to a mailbox whose mail was neither sent nor refused. */
export const sendingSeconds = 300

/** The wait after the first failure of a mailbox, which doubles up to the longest. */
export const firstRetrySeconds = 60
export const longestRetrySeconds = 3600
