-- AlterEnum
ALTER TYPE "NotificationKind" ADD VALUE 'INVITATION';
