import { type Mapping, type MappingFile, mappingFileSchema, mappingWrongs, mostMappings } from '../../shared/mapping.ts';
import { ok } from '../../shared/result.ts';
import type { SetupDesk } from '../calls/call-parts.ts';
import { textOfBytes } from '../files/text.ts';
import type { SettingsStore } from './settings.ts';
import type { WorldParts } from './world.ts';

/** The order file mappings that a shift lead created, stored in the settings. */
export function createMappingStore(
  settings: SettingsStore,
  { fail, changed }: Pick<WorldParts, 'fail' | 'changed'>,
): Pick<SetupDesk, 'keepMappings' | 'mappingFile'> & { read(bytes: Uint8Array): readonly Mapping[] | undefined } {
  return {
    keepMappings(mappings) {
      if (mappings.some((mapping) => mappingWrongs(mapping).length > 0)) return fail('setting-invalid', [{ code: 'mapping-incomplete' }]);
      const names = new Set(mappings.map(({ name }) => name));
      const kept = [...settings.read().mappings.filter(({ name }) => !names.has(name)), ...mappings];
      if (kept.length > mostMappings) return fail('setting-invalid', [{ code: 'mappings-too-many', most: mostMappings }]);
      settings.change({ mappings: kept });
      changed();
      return ok({});
    },
    mappingFile: () => ({
      name: 'packbench-mappings.json',
      bytes: new TextEncoder().encode(
        JSON.stringify({ form: 1, packbenchMappings: settings.read().mappings } satisfies MappingFile, null, 2),
      ),
    }),
    read(bytes) {
      try {
        return mappingFileSchema.safeParse(JSON.parse(textOfBytes(bytes))).data?.packbenchMappings;
      } catch (error) {
        if (error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
  };
}
