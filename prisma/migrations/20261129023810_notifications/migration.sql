CREATE TYPE "NotificationKind" AS ENUM ('MENTION', 'REPLY', 'REVIEW_REQUEST', 'REVIEW', 'MERGE');

ALTER TABLE "User" ADD COLUMN     "language" TEXT,
ADD COLUMN     "mailsOff" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "mutedMails" "NotificationKind"[] DEFAULT ARRAY[]::"NotificationKind"[];

CREATE TABLE "Notification" (
    "id" BIGSERIAL NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" "NotificationKind" NOT NULL,
    "objectId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "NotificationMailbox" (
    "userId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "NotificationMailbox_pkey" PRIMARY KEY ("userId")
);

CREATE UNIQUE INDEX "Notification_userId_kind_objectId_key" ON "Notification"("userId", "kind", "objectId");

ALTER TABLE "Notification" ADD CONSTRAINT "Notification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "NotificationMailbox" ADD CONSTRAINT "NotificationMailbox_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
