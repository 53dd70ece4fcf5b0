package main

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/statestore"
	"github.com/hashicorp/terraform-plugin-framework/statestore/schema"
)

// memory keeps states in memory.
type memory struct{}

var states sync.Map

func (*memory) Metadata(_ context.Context, _ statestore.MetadataRequest, r *statestore.MetadataResponse) {
	r.TypeName = "bench_memory"
}

func (*memory) Schema(_ context.Context, _ statestore.SchemaRequest, r *statestore.SchemaResponse) {
	r.Schema = schema.Schema{Attributes: map[string]schema.Attribute{"path": schema.StringAttribute{Optional: true}}}
}

func (*memory) Initialize(context.Context, statestore.InitializeRequest, *statestore.InitializeResponse) {
}

func (*memory) GetStates(_ context.Context, _ statestore.GetStatesRequest, r *statestore.GetStatesResponse) {
	states.Range(func(name, _ any) bool {
		r.StateIDs = append(r.StateIDs, name.(string))
		return true
	})
}

func (*memory) DeleteState(_ context.Context, q statestore.DeleteStateRequest, _ *statestore.DeleteStateResponse) {
	states.Delete(q.StateID)
}

func (*memory) Lock(context.Context, statestore.LockRequest, *statestore.LockResponse) {}

func (*memory) Unlock(context.Context, statestore.UnlockRequest, *statestore.UnlockResponse) {}

func (*memory) Read(_ context.Context, q statestore.ReadRequest, r *statestore.ReadResponse) {
	if state, found := states.Load(q.StateID); found {
		r.StateBytes = state.([]byte)
	}
}

func (*memory) Write(_ context.Context, q statestore.WriteRequest, _ *statestore.WriteResponse) {
	states.Store(q.StateID, q.StateBytes)
}
