/** The task that is added with deliveries that are due at once. The process that gets it sends them; the others look now and then. */
export const sendWebhooksTask = 'send-webhooks'
