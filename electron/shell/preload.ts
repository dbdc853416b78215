import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { names } from '../../shared/names.ts';

const calls = names.calls.map((name) => [name, (args: unknown) => ipcRenderer.invoke(`call:${name}`, args)]);

const on = (name: string, listener: (value: unknown) => void): (() => void) => {
  if (!names.pushes.some((known) => known === name)) throw new Error(`There is no push "${name}".`);
  const deliver = (_event: IpcRendererEvent, value: unknown): void => listener(value);
  ipcRenderer.on(`push:${name}`, deliver);
  return () => {
    ipcRenderer.off(`push:${name}`, deliver);
  };
};

contextBridge.exposeInMainWorld('station', { ...Object.fromEntries(calls), on });
