import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'One answer of megabytes makes Resolve show nothing',
  edits: [
    {
      file: 'electron/journal/booking-lookup.ts',
      find: "  let shown = '';\n",
      replace: "  let shown = text.replace(/(?:[A-Za-z0-9+/=]|\\\\\\/|\\\\[rn]){200,}/g, '');\n  shown = '';\n",
    },
    {
      file: 'electron/bench/resolve/open-items.ts',
      find: '      return context.journal.exchange(id);\n    } catch (error) {\n',
      replace: '      return context.journal.exchange(id);\n    } catch (error) {\n      if (error instanceof RangeError) throw error;\n',
    },
    {
      file: 'electron/bench/resolve/open-items.ts',
      find: '            return item();\n          } catch (error) {\n',
      replace: '            return item();\n          } catch (error) {\n            if (error instanceof RangeError) throw error;\n',
    },
  ],
};
