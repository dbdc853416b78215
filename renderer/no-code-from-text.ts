import { z } from 'zod';

// The page's Content-Security-Policy forbids code made from text, which zod would otherwise try. Before any schema is made.
z.config({ jitless: true });
