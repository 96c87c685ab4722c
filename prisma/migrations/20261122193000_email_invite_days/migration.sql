-- Counts the invitations by email of an organization on one day, of which there is a maximum.
CREATE TABLE "EmailInviteDay" (
    "organizationId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "sent" INTEGER NOT NULL,

    CONSTRAINT "EmailInviteDay_pkey" PRIMARY KEY ("organizationId")
);

-- AddForeignKey
ALTER TABLE "EmailInviteDay" ADD CONSTRAINT "EmailInviteDay_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
