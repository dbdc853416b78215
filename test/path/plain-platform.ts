import { randomBytes, randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Platform } from '../../electron/station/platform.ts';
import { buildStation, lookEveryMs, type Rooms, type Station } from '../../electron/station/station.ts';
import type { Workflow, WorkflowAt } from '../../shared/bench.ts';
import { workers } from '../fakes/workers.ts';
import { watched } from '../watchdog.ts';

/** Outside the data folder, so that restoring that folder does not change it. */
export const witnessOf = (dataDir: string): string => `${dataDir}.witness`;

/** The platform of a station in plain Node: its key is wrapped with itself, and it opens and selects nothing. */
export function plainPlatform(dataDir: string, change: Partial<Platform> = {}): Platform {
  return {
    dataDir,
    witnessDir: witnessOf(dataDir),
    version: '0.0.0',
    disk: { reserveBytes: 1024 * 1024, leastFreeBytes: 0 },
    os: process.platform,
    wrapKey: async (key) => key.map((byte) => byte ^ 0x5a),
    unwrapKey: async (bytes) => bytes.map((byte) => byte ^ 0x5a),
    hasKeyStore: () => true,
    resolveProxy: async () => 'DIRECT',
    trustedCertificates: () => [],
    computerWarnings: () => [],
    machineDir: undefined,
    user: 'packer',
    openExternal: async () => undefined,
    copyText: async () => undefined,
    chooseOrderFile: async () => undefined,
    saveFile: async () => undefined,
    workers,
    startCopyWorker: () => new Worker(new URL('../../electron/journal/copy-worker.ts', import.meta.url)),
    sumatraPdfPath: '',
    keepAwake: () => undefined,
    now: () => new Date(),
    elapsed: () => performance.now(),
    id: randomUUID,
    random: (bytes) => randomBytes(bytes),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    pictureMs: 0,
    ...change,
  };
}

/** Sleeps as requested, but only 100 ms for the station's regular look. */
export const shortLooks = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms === lookEveryMs ? 100 : ms));

/** Opens the real station in plain Node on this folder. Every harness opens its station here and names only what differs. */
export const openStation = (dataDir: string, change: Partial<Platform> = {}, rooms: Partial<Rooms> = {}): Promise<Station> =>
  buildStation(plainPlatform(dataDir, change), rooms);

/**
 * Resolves with the parcel in hand when it is at this step, and for the order of this key if one is given. Rejects with its actual step if it
 * hangs.
 */
export async function whenInHand<S extends Workflow['step']>(
  { snapshot, onSnapshot }: Pick<Station, 'snapshot' | 'onSnapshot'>,
  step: S,
  isIt: (now: WorkflowAt<S>) => boolean = () => true,
): Promise<WorkflowAt<S>> {
  const { promise, resolve } = Promise.withResolvers<WorkflowAt<S>>();
  const check = (): void => {
    const { workflow } = snapshot().bench;
    if (workflow.step === step && isIt(workflow as WorkflowAt<S>)) resolve(workflow as WorkflowAt<S>);
  };
  const end = onSnapshot(check);
  check();
  return watched(`the parcel is at ${step}`, promise, () => JSON.stringify(snapshot().bench.workflow).slice(0, 600)).finally(end);
}
