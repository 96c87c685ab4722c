-- Conflicts of earlier merges are about other objects.
ALTER TYPE "ContentObject" ADD VALUE 'VARIABLE';
