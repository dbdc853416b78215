process.parentPort.once('message', ({ data }) => process.parentPort.postMessage({ heard: data }));
