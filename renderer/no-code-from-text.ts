import { z } from 'zod';

// The page's Content-Security-Policy forbids code from strings, which zod would otherwise try to use. Must run before any schema is
// created.
z.config({ jitless: true });
