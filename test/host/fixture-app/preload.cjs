const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('fixture', {
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
  count: (upTo) => ipcRenderer.send('count', upTo),
  onNumber: (listener) => {
    const pass = (_event, number) => listener(number);
    ipcRenderer.on('number', pass);
    return () => ipcRenderer.off('number', pass);
  },
  loadedAt: performance.timeOrigin,
});
