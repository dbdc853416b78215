process.parentPort.once('message', ({ data }) => process.parentPort.postMessage({ received: data }));
